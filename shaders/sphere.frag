// Traces the ball: which samples it covers, its surface, its depth.
flat in vec4 ball_vs;
flat in vec4 color_srgb_opacity;
flat in vec4 height_size_glow_fineness;
flat in vec3 dot_px;
out vec4 color_srgb;

// r^2 minus the square of the ray's distance from the centre; negative outside. From the foot of the
// perpendicular, which keeps its digits for small far balls.
float inside_square(Ray ray, out float along, out vec3 across)
{
    vec3 to_center = ball_vs.xyz - ray.origin_vs;
    along = dot(to_center, ray.direction_vs);
    across = to_center - along * ray.direction_vs;
    return ball_vs.w * ball_vs.w - dot(across, across);
}

// One bit per sample of the pixel that the ball covers.
int covered_samples()
{
    float along;
    vec3 across;
    int count = int(depths.w);
    int mask = 0;
    for (int i = 0; i < count; ++i) {
        if (inside_square(ray_through(gl_FragCoord.xy + sample_offset(i)), along, across) >= 0.0)
            mask |= 1 << i;
    }
    return mask;
}

void draw_dot()
{
    int count = int(depths.w);
    int mask = 0;
    for (int i = 0; i < count; ++i) {
        vec2 from_center = gl_FragCoord.xy + sample_offset(i) - dot_px.xy;
        if (dot(from_center, from_center) <= dot_px.z * dot_px.z)
            mask |= 1 << i;
    }
    if (mask == 0)
        discard;
    // In a scene of a few specks the planes lie closer than a dot is wide.
    float front_z = min(ball_vs.z + ball_vs.w, -depths.x);
    color_srgb = color_srgb_opacity;
    gl_SampleMask[0] = depths.w > 1.5 ? mask : -1;
    gl_FragDepth = window_depth(front_z);
}

void main()
{
    if (dot_px.z > 0.0) {
        draw_dot();
        return;
    }
    int mask = covered_samples();
    float along;
    vec3 across;
    Ray ray = ray_through(gl_FragCoord.xy);
    // Beside the outline some samples may be covered though the centre is not: take the rim there.
    float back = sqrt(max(inside_square(ray, along, across), 0.0));
    float t = along - back;
    vec3 surface_vs = ray.origin_vs + t * ray.direction_vs;
    if (mask == 0 || -surface_vs.z < depths.x)
        discard;
    vec3 eye_vs = -ray.direction_vs;
    // A ball of a pixel or two shows no shape: an even tone does not sparkle when it moves.
    float fineness = height_size_glow_fineness.w;
    vec3 normal_vs = normalize(-across - back * ray.direction_vs + eye_vs * ball_vs.w * (1.0 - fineness));
    float size = height_size_glow_fineness.y;
    float height = height_size_glow_fineness.x + size * dot(normal_vs, up_vs.xyz);
    float openness = openness_above_ground(height, size);
    vec3 albedo = to_linear(color_srgb_opacity.rgb);
    vec3 light = shade(albedo, normal_vs, eye_vs, 0.45 * fineness, openness);
    light = mix(kFar, light, depth_cue(surface_vs.z, 0.30)) + albedo * height_size_glow_fineness.z;
    color_srgb = vec4(to_srgb(soft_clip(light)), color_srgb_opacity.a);
    gl_SampleMask[0] = depths.w > 1.5 ? mask : -1;
    gl_FragDepth = window_depth(surface_vs.z);
}
