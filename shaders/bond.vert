// A line as a quad in the picture, a pixel wider than the line on every side.
uniform float width_px;
uniform float strain_scale;
uniform float sink;       // how far the line lies behind its ends, in ball radii
uniform vec4 fixed_color; // sRGB; w 1 where it replaces the colours of the ends
out vec3 along_across_w;  // px from the first end, px from the middle line, both times w; w
out vec4 color_srgb_opacity;
flat out float length_px;

// Moves an end that lies before the near plane along the line onto it.
vec3 cut_at_near(vec3 end_vs, vec3 other_vs)
{
    float near_z = -depths.x;
    if (end_vs.z <= near_z)
        return end_vs;
    float share = (end_vs.z - near_z) / (end_vs.z - other_vs.z);
    return mix(end_vs, other_vs, share);
}

vec4 end_color(int entity, vec4 position_value, float rest, float strain)
{
    vec4 own = texelFetch(colors, entity);
    if (is_own_color())
        return own;
    if (int(options.y) == kModeStrain && rest > 0.0)
        return vec4(map_color_srgb(0.5 + 0.5 * strain * strain_scale), own.a);
    return vec4(map_color_srgb(position_value.w), own.a);
}

// A thin round wire, lit where it faces the eye: that alone shows the folds of a cloth.
vec3 lit(vec3 albedo, vec3 point_vs, vec3 along_vs)
{
    vec3 eye_vs = to_eye(point_vs);
    // Of a wire towards the eye the round end is seen, which faces the eye.
    vec3 normal_vs = normalize(eye_vs - 0.85 * along_vs * dot(eye_vs, along_vs));
    // A little darker than the balls, so that these stand out.
    return 0.9 * shade(albedo, normal_vs, eye_vs, 0.0, 1.0);
}

void main()
{
    uvec4 item = texelFetch(items, gl_VertexID / 4); // two entities, rest length (0: none), radius
    int corner = gl_VertexID % 4;
    float rest = uintBitsToFloat(item.z);
    vec4 a = texelFetch(positions, int(item.x));
    vec4 b = texelFetch(positions, int(item.y));
    vec3 whole_a_vs = (view * vec4(a.xyz, 1.0)).xyz;
    vec3 whole_b_vs = (view * vec4(b.xyz, 1.0)).xyz;
    gl_Position = vec4(kOutside, kOutside, kOutside, 1.0);
    along_across_w = vec3(0.0, 0.0, 1.0);
    color_srgb_opacity = vec4(0.0);
    length_px = 0.0;
    bool is_before = min(whole_a_vs.z, whole_b_vs.z) > -depths.x;
    if (a.w < kSkipped || b.w < kSkipped || is_before)
        return;
    vec3 a_vs = cut_at_near(whole_a_vs, whole_b_vs);
    vec3 b_vs = cut_at_near(whole_b_vs, whole_a_vs);
    vec4 a_clip = projection * vec4(a_vs, 1.0);
    vec4 b_clip = projection * vec4(b_vs, 1.0);
    vec2 half_viewport = 0.5 * viewport_px.xy;
    vec2 a_px = a_clip.xy / a_clip.w * half_viewport;
    vec2 b_px = b_clip.xy / b_clip.w * half_viewport;
    length_px = length(b_px - a_px);
    // Under the dots of its two ends, which are never smaller, nothing of so short a line is seen.
    bool is_covered = sink > 0.0 && fixed_color.w < 0.5 && length_px < 1.0 && width_px <= 2.0 &&
                      min(texelFetch(colors, int(item.x)).a, texelFetch(colors, int(item.y)).a) > 0.999;
    if (is_covered)
        return;
    // A line towards the eye is a dot; any direction will do.
    vec2 along = length_px > 1e-4 ? (b_px - a_px) / length_px : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    float reach_px = 0.5 * width_px + 1.0;
    bool is_at_b = (corner & 1) == 1;
    float side = (corner & 2) == 0 ? -1.0 : 1.0;
    vec4 clip = is_at_b ? b_clip : a_clip;
    vec2 at_px = (is_at_b ? b_px + along * reach_px : a_px - along * reach_px) + across * side * reach_px;
    gl_Position = vec4(at_px / half_viewport * clip.w, clip.zw);
    float sunk_z = (is_at_b ? b_vs.z : a_vs.z) - sink * options.z * uintBitsToFloat(item.w);
    // Only the depth goes back, by its ratio; never past the far plane, where it would be cut off.
    float depth = 2.0 * window_depth(sunk_z) - 1.0;
    gl_Position.z = min(depth, 0.999999) * clip.w;
    // Times w: undoes the perspective of the interpolation, these are lengths in the picture.
    along_across_w = vec3(is_at_b ? length_px + reach_px : -reach_px, side * reach_px, 1.0) * clip.w;
    float strain = rest > 0.0 ? length(b.xyz - a.xyz) / rest - 1.0 : 0.0;
    vec4 own = is_at_b ? end_color(int(item.y), b, rest, strain) : end_color(int(item.x), a, rest, strain);
    vec4 color = fixed_color.w > 0.5 ? vec4(fixed_color.rgb, 1.0) : own;
    vec3 point_vs = is_at_b ? b_vs : a_vs;
    vec3 albedo = to_linear(color.rgb);
    // A fixed colour is a sign, not a thing: it keeps its brightness.
    vec3 light = fixed_color.w > 0.5 ? albedo : lit(albedo, point_vs, normalize(whole_b_vs - whole_a_vs + vec3(1e-30)));
    light = mix(kFar, light, depth_cue(point_vs.z, 0.5));
    color_srgb_opacity = vec4(to_srgb(soft_clip(light)), color.a);
}
