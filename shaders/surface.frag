// Soft skin, matt layers with darker edges, and a quiet wall. Centroids, since at an outline the pixel's
// centre may lie off the triangle, where its numbers run wild.
centroid in vec3 position_vs;
centroid in vec3 normal_vs;
centroid in float value;
in vec3 share;
flat in vec4 own_srgb;
flat in vec3 marks;
centroid in float border;
uniform int kind;             // 0 skin, 1 layers, 2 wall
uniform vec4 flat_color_srgb; // w 0: not used
uniform float opacity;
uniform int probe_count;
uniform vec4 probe_a[4]; // ts; w radius
uniform vec4 probe_b[4];
out vec4 color_srgb;

// Towards the eye's side; of a triangle without a normal the plane's own.
vec3 seen_normal(vec3 eye_vs)
{
    vec3 plane = cross(dFdx(position_vs), dFdy(position_vs));
    bool is_known = dot(normal_vs, normal_vs) > 0.25;
    vec3 n = is_known ? normal_vs : dot(plane, plane) > 0.0 ? plane : eye_vs;
    n = normalize(n);
    if (is_known)
        n = gl_FrontFacing ? n : -n;
    else if (dot(n, eye_vs) < 0.0)
        n = -n;
    // Smoothed normals may look away from the eye at an outline; the rim light must not catch there.
    return normalize(n + eye_vs * max(0.02 - dot(n, eye_vs), 0.0));
}

// How much of the sky the probes leave: nothing under a contact, and soon all beside it.
float openness_beside_probes(vec3 n)
{
    float open = 1.0;
    for (int i = 0; i < probe_count; ++i) {
        vec3 a_vs = (view * vec4(probe_a[i].xyz, 1.0)).xyz;
        vec3 b_vs = (view * vec4(probe_b[i].xyz, 1.0)).xyz;
        float r = probe_a[i].w;
        vec3 along = b_vs - a_vs;
        float s = clamp(dot(position_vs - a_vs, along) / max(dot(along, along), 1e-30), 0.0, 1.0);
        vec3 to_axis = a_vs + s * along - position_vs;
        float away = max(length(to_axis), r);
        float turned = clamp(0.25 + 0.75 * dot(n, to_axis) / max(length(to_axis), 1e-20), 0.0, 1.0);
        open *= 1.0 - 0.80 * turned * pow(r / away, 3.0);
    }
    return open;
}

// Light that enters skin comes out a little further on, red the furthest: the terminator is wide and warm.
vec3 skin_light(vec3 albedo, vec3 n, vec3 eye_vs, float open, float warmth)
{
    float up = 0.5 + 0.5 * dot(n, up_vs.xyz);
    vec3 sky = mix(vec3(0.155, 0.135, 0.130), vec3(0.37, 0.385, 0.42), up) * open;
    vec3 wrap = mix(vec3(0.28), vec3(0.50, 0.36, 0.31), warmth);
    float toward_key = dot(n, kKey_vs);
    vec3 key = max((toward_key + wrap) / (1.0 + wrap), 0.0);
    key = pow(key, vec3(1.5)) * mix(0.45, 1.0, open);
    float fill = max((dot(n, kFill_vs) + 0.45) / 1.45, 0.0);
    vec3 diffuse = sky + key * vec3(0.82, 0.785, 0.73) + fill * mix(vec3(0.10, 0.11, 0.13), vec3(0.120, 0.105, 0.108), warmth) * open;
    float terminator = smoothstep(-0.55, 0.0, toward_key) * (1.0 - smoothstep(0.0, 0.60, toward_key));
    vec3 scattered = warmth * terminator * mix(0.4, 1.0, open) * vec3(0.090, 0.026, 0.012);
    float facing = clamp(dot(n, eye_vs), 0.0, 1.0);
    vec3 half_way = normalize(kKey_vs + eye_vs);
    float shine = max(dot(n, half_way), 0.0);
    // Two lobes, both wide: a sheen, never a highlight.
    float gloss = 0.055 * pow(shine, 9.0) + 0.060 * pow(shine, 34.0);
    float velvet = pow(1.0 - facing, 3.0);
    float rim = mix(0.35, 1.0, warmth) * velvet * max(dot(n, kRim_vs) + 0.45, 0.0);
    vec3 specular = gloss * vec3(1.0, 0.97, 0.93) * mix(0.6, 1.0, warmth) * open + rim * vec3(0.16, 0.15, 0.15) * open;
    // What looks along the surface sees more of its down and less of its depth.
    albedo = mix(albedo, albedo * vec3(1.0, 0.90, 0.86), warmth * velvet * 0.6);
    return albedo * (diffuse + scattered) + specular;
}

// 0..1: how close a pixel is to a marked side of its triangle.
float edge_darkness()
{
    // The side from corner 0 to 1 lies where corner 2 has no share.
    vec3 across = vec3(share.z, share.x, share.y);
    vec3 px = across / max(fwidth(across), vec3(1e-7));
    vec3 width_px = mix(vec3(0.5), vec3(1.5), step(0.5, marks)) * options.w;
    vec3 line = (1.0 - smoothstep(width_px - 0.5, width_px + 0.7, px)) * marks;
    return max(line.x, max(line.y, line.z));
}

void main()
{
    vec3 eye_vs = to_eye(position_vs);
    vec3 n = seen_normal(eye_vs);
    vec3 srgb = flat_color_srgb.w > 0.5 ? flat_color_srgb.rgb : own_srgb.a > 0.5 ? own_srgb.rgb : map_color_srgb(value);
    vec3 albedo = to_linear(srgb);
    float height = (dot(position_vs - (view * vec4(0.0, 0.0, 0.0, 1.0)).xyz, up_vs.xyz) - up_vs.w);
    float open = openness_above_ground(height, 0.25 * scene_ts.w) * openness_beside_probes(n);
    vec3 light;
    if (kind == 0) {
        // The inside of an open skin is in its own shade.
        open *= gl_FrontFacing ? 1.0 : 0.45;
        // Where the skin meets the wall they shade each other.
        open *= 1.0 - 0.55 * border * border;
        light = skin_light(albedo, n, eye_vs, open, is_own_color() ? 1.0 : 0.15);
    } else if (kind == 1) {
        light = skin_light(albedo, n, eye_vs, open, is_own_color() ? 0.35 : 0.1) * (1.0 - 0.62 * edge_darkness());
    } else {
        light = shade(albedo * 0.66, n, eye_vs, 0.0, open);
    }
    light = mix(kFar, light, depth_cue(position_vs.z, kind == 2 ? 0.30 : 0.20));
    // Half a step of noise: wide soft gradients would show the steps of 8 bits.
    float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715)))) - 0.5;
    color_srgb = vec4(to_srgb(soft_clip(light)) + noise / 255.0, opacity);
}
