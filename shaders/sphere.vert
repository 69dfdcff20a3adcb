// The rectangle around a ball in the picture.
flat out vec4 ball_vs;    // centre; w radius
flat out vec4 color_srgb_opacity;
flat out vec4 height_size_glow_fineness; // height over the ground and radius, m; glow; 0 tiny .. 1 large
flat out vec3 dot_px;                    // centre and radius, px, of what is drawn as a dot; else radius 0

const float kSmallestRadius_px = 0.7; // smaller balls would flicker

// A ball smaller than a pixel, of which nothing but the colour can be seen: lit once, where it faces the
// eye, and not once for every sample.
void make_dot(vec3 center_vs, float r)
{
    vec4 clip = projection * vec4(center_vs, 1.0);
    dot_px = vec3((0.5 + 0.5 * clip.xy / clip.w) * viewport_px.xy, kSmallestRadius_px);
    vec3 eye_vs = to_eye(center_vs);
    float height = height_size_glow_fineness.x + r * dot(eye_vs, up_vs.xyz);
    vec3 albedo = to_linear(color_srgb_opacity.rgb);
    vec3 light = shade(albedo, eye_vs, eye_vs, 0.0, openness_above_ground(height, r));
    light = mix(kFar, light, depth_cue(center_vs.z + r, 0.30)) + albedo * height_size_glow_fineness.z;
    color_srgb_opacity.rgb = to_srgb(soft_clip(light));
}

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
    dot_px = vec3(0.0);
    if (radius * options.z * px_per_m(center_vs.z) < kSmallestRadius_px)
        make_dot(center_vs, r);
    bool is_drawn = position_value.w > kSkipped && !is_out_of_depth(center_vs.z, r);
    gl_Position = is_drawn ? rectangle_corner(ball_rectangle(center_vs, r), gl_VertexID % 4)
                           : vec4(kOutside, kOutside, kOutside, 1.0);
}
