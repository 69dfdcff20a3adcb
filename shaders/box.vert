// A box from its vertex number: six faces of two triangles.
layout(location = 0) in uint entity;
layout(location = 1) in vec3 half_size; // m
layout(location = 2) in float glow;
out vec3 position_vs;
out vec3 face; // on the face: -1..1 twice; z unused
flat out vec3 normal_vs;
flat out vec3 face_size; // half edge lengths of the face, m; z height over the ground
flat out vec4 color_srgb_opacity;
flat out float emission;

const vec2 kCorners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

void main()
{
    vec4 position_value = texelFetch(positions, int(entity));
    int side = gl_VertexID / 6;
    int axis = side / 2;
    float direction = (side & 1) == 0 ? 1.0 : -1.0;
    vec2 corner = kCorners[gl_VertexID % 6];
    // Cyclic axes turn a corner's order into counter-clockwise from outside; mirrored on the far side.
    vec3 unit = vec3(0.0);
    unit[axis] = direction;
    unit[(axis + 1) % 3] = corner.x * direction;
    unit[(axis + 2) % 3] = corner.y;
    vec3 normal_ts = vec3(0.0);
    normal_ts[axis] = direction;
    vec3 position_ts = position_value.xyz + unit * half_size;
    position_vs = (view * vec4(position_ts, 1.0)).xyz;
    normal_vs = mat3(view) * normal_ts;
    face = vec3(corner, 0.0);
    face_size = vec3(half_size[(axis + 1) % 3], half_size[(axis + 2) % 3], position_value.y - up_vs.w);
    color_srgb_opacity = entity_color_srgb(int(entity), position_value.w);
    emission = glow;
    gl_Position = position_value.w > kSkipped ? projection * vec4(position_vs, 1.0)
                                              : vec4(kOutside, kOutside, kOutside, 1.0);
}
