// A corner of a skin, a peeled layer or a wall.
layout(location = 1) in vec4 position_value; // from the mesh's origin; w 0..1, the place in the colour map
layout(location = 2) in vec3 normal_ts;      // length 1, or zero
layout(location = 3) in vec4 tint_srgb;      // a 0: coloured by the value
layout(location = 4) in vec4 side_marks;     // darkness of the sides of its triangle; nearness to the border
uniform vec3 origin_ts;
centroid out vec3 position_vs;
centroid out vec3 normal_vs;
centroid out float value;
out vec3 share; // of each corner; only where triangles share no corners
flat out vec4 own_srgb;
flat out vec3 marks;
centroid out float border; // 1 at the border of the skin

void main()
{
    position_vs = (view * vec4(origin_ts + position_value.xyz, 1.0)).xyz;
    normal_vs = mat3(view) * normal_ts;
    value = position_value.w;
    int corner = gl_VertexID % 3;
    share = vec3(corner == 0, corner == 1, corner == 2);
    own_srgb = tint_srgb;
    marks = side_marks.xyz;
    border = side_marks.w;
    gl_Position = projection * vec4(position_vs, 1.0);
}
