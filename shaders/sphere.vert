// The rectangle around a ball in the picture.
flat out vec4 ball_vs;    // centre; w radius
flat out vec4 color_srgb_opacity;
flat out vec4 height_size_glow_fineness; // height over the ground and radius, m; glow; 0 tiny .. 1 large

const float kSmallestRadius_px = 0.7; // smaller balls would flicker

void main()
{
    uvec4 item = texelFetch(items, gl_VertexID / 4); // entity, radius, glow
    int entity = int(item.x);
    float radius = uintBitsToFloat(item.y);
    vec4 position_value = texelFetch(positions, entity);
    vec3 center_vs = (view * vec4(position_value.xyz, 1.0)).xyz;
    float r = max(radius * options.z, kSmallestRadius_px / px_per_m(center_vs.z));
    ball_vs = vec4(center_vs, r);
    color_srgb_opacity = entity_color_srgb(entity, position_value.w);
    float fineness = smoothstep(0.8, 4.0, r * px_per_m(center_vs.z));
    height_size_glow_fineness = vec4(position_value.y - up_vs.w, r, uintBitsToFloat(item.z), fineness);
    bool is_drawn = position_value.w > kSkipped && !is_out_of_depth(center_vs.z, r);
    gl_Position = is_drawn ? rectangle_corner(ball_rectangle(center_vs, r), gl_VertexID % 4)
                           : vec4(kOutside, kOutside, kOutside, 1.0);
}
