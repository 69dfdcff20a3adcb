// Traces the capsule. Satin metal, a little see-through, a ring where each end begins.
flat in vec4 a_vs;
flat in vec4 b_vs;
uniform vec3 probe_color;     // sRGB
uniform vec3 accent_color;    // sRGB
uniform float hidden_opacity; // above 0: the veil where the capsule is hidden
out vec4 color_srgb;

struct Hit
{
    bool is_hit;
    float t;
    float along; // 0 at the start of end a .. length at the start of end b; beyond in the ends
    vec3 normal_vs;
};

// Entry into a ball of the capsule's radius.
bool enters_ball(Ray ray, vec3 center_vs, out float t)
{
    vec3 to_center = center_vs - ray.origin_vs;
    float along = dot(to_center, ray.direction_vs);
    vec3 across = to_center - along * ray.direction_vs;
    float square = a_vs.w * a_vs.w - dot(across, across);
    t = along - sqrt(max(square, 0.0));
    return square >= 0.0;
}

Hit trace(Ray ray)
{
    float r = a_vs.w;
    vec3 axis = b_vs.xyz - a_vs.xyz;
    float len = length(axis);
    axis = len > 0.0 ? axis / len : vec3(0.0, 1.0, 0.0);
    Hit hit = Hit(false, 1e30, 0.0, vec3(0.0, 0.0, 1.0));
    // The side: across the axis it is a circle and a line.
    vec3 offset = ray.origin_vs - a_vs.xyz;
    vec3 direction = ray.direction_vs - axis * dot(ray.direction_vs, axis);
    float square = dot(direction, direction);
    if (square > 1e-9) {
        // From the foot of the perpendicular, for the digits.
        vec3 start = offset - axis * dot(offset, axis);
        float t_foot = -dot(start, direction) / square;
        vec3 foot = start + t_foot * direction;
        float inside = r * r - dot(foot, foot);
        float t = t_foot - sqrt(max(inside, 0.0) / square);
        float along = dot(offset + t * ray.direction_vs, axis);
        if (inside >= 0.0 && along >= 0.0 && along <= len)
            hit = Hit(true, t, along, (foot + (t - t_foot) * direction) / r);
    }
    for (int i = 0; i < 2; ++i) {
        vec3 center_vs = i == 0 ? a_vs.xyz : b_vs.xyz;
        float t;
        if (enters_ball(ray, center_vs, t) && t < hit.t) {
            vec3 point_vs = ray.origin_vs + t * ray.direction_vs;
            hit = Hit(true, t, dot(point_vs - a_vs.xyz, axis), (point_vs - center_vs) / r);
        }
    }
    return hit;
}

void main()
{
    Hit hit = trace(ray_through(gl_FragCoord.xy));
    Ray ray = ray_through(gl_FragCoord.xy);
    int count = int(depths.w);
    int mask = 0;
    for (int i = 0; i < count; ++i) {
        Ray sample_ray = ray_through(gl_FragCoord.xy + sample_offset(i));
        Hit sample_hit = trace(sample_ray);
        if (sample_hit.is_hit) {
            mask |= 1 << i;
            if (!hit.is_hit) {
                hit = sample_hit;
                ray = sample_ray;
            }
        }
    }
    vec3 point_vs = ray.origin_vs + hit.t * ray.direction_vs;
    if (!hit.is_hit || mask == 0 || -point_vs.z < depths.x)
        discard;
    gl_SampleMask[0] = depths.w > 1.5 ? mask : -1;
    gl_FragDepth = window_depth(point_vs.z);

    float len = length(b_vs.xyz - a_vs.xyz);
    float facing = clamp(dot(hit.normal_vs, -ray.direction_vs), 0.0, 1.0);
    float veil = pow(1.0 - facing, 2.0);
    if (hidden_opacity > 0.0) {
        color_srgb = vec4(probe_color, hidden_opacity * (0.4 + 2.2 * veil));
        return;
    }
    int part = hit.along < 0.0 ? 2 : hit.along > len ? 3 : 1;
    int hovered = int(b_vs.w + 0.5);
    vec3 albedo = to_linear(probe_color) * 0.62;
    // Rings in the accent colour where the ends begin, at least 1.5 px wide.
    float ring_width = max(0.07 * a_vs.w, 0.75 / px_per_m(point_vs.z));
    float from_ring = min(abs(hit.along), abs(hit.along - len));
    float ring = 1.0 - smoothstep(ring_width, ring_width + 1.0 / px_per_m(point_vs.z), from_ring);
    albedo = mix(albedo, to_linear(accent_color), ring * (len > 0.0 ? 0.85 : 0.0));
    vec3 light = shade(albedo, hit.normal_vs, -ray.direction_vs, 0.9, 1.0);
    light += to_linear(accent_color) * (hovered == part ? 0.16 + 0.35 * veil : hovered > 0 ? 0.05 : 0.0);
    light += to_linear(probe_color) * 0.30 * pow(1.0 - facing, 3.0);
    color_srgb = vec4(to_srgb(soft_clip(light)), mix(0.93, 1.0, veil));
}
