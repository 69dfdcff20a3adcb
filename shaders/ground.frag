// The floor plane, traced by pixel: grid, axes and shadow over the background.
in vec2 at_uv;
uniform vec3 grid_color;   // sRGB
uniform vec3 axis_x_color; // sRGB
uniform vec3 axis_z_color; // sRGB
uniform vec4 grid;         // xz of the target in its tile, m; cell, m; fade of the fine cells 0..1
uniform vec2 axes_at;      // x and z of the world's origin, ts
uniform vec4 shadow_area;  // xz of its centre, ts; half size, m; strength
out vec4 color_srgb;

// Coverage of lines at whole numbers, `width_px` wide; fades out where cells get near a pixel.
float lines(vec2 at, vec2 per_px, float width_px)
{
    vec2 from_line_px = abs(fract(at - 0.5) - 0.5) / per_px;
    vec2 cover = clamp(0.5 * width_px + 0.5 - from_line_px, 0.0, 1.0);
    cover *= 1.0 - smoothstep(0.08, 0.35, per_px);
    return max(cover.x, cover.y);
}

float line_at(float distance_m, float m_per_px, float width_px)
{
    return clamp(0.5 * width_px + 0.5 - abs(distance_m) / m_per_px, 0.0, 1.0);
}

float shadow_at(vec2 at)
{
    if (shadow_area.z <= 0.0)
        return 0.0;
    vec2 uv = 0.5 + 0.5 * (at - shadow_area.xy) / shadow_area.z;
    vec2 inside = smoothstep(0.0, 0.04, uv) * smoothstep(0.0, 0.04, 1.0 - uv);
    // Higher layers throw less: the lamp is large.
    float density = dot(texture(shadow, uv), vec4(1.6, 1.1, 0.8, 0.6));
    return shadow_area.w * (1.0 - exp(-density)) * inside.x * inside.y;
}

// Over: one translucent colour on another, both not premultiplied.
vec4 over(vec4 front, vec4 back)
{
    float alpha = front.a + back.a * (1.0 - front.a);
    return vec4((front.rgb * front.a + back.rgb * back.a * (1.0 - front.a)) / max(alpha, 1e-6), alpha);
}

void main()
{
    mat3 to_ts = transpose(mat3(view));
    Ray ray = ray_through(gl_FragCoord.xy);
    vec3 origin_ts = to_ts * (ray.origin_vs - view[3].xyz);
    vec3 direction_ts = to_ts * ray.direction_vs;
    float slope = direction_ts.y;
    float t = (up_vs.w - origin_ts.y) / (abs(slope) > 1e-6 ? slope : 1e-6);
    // An orthographic ray has no beginning; a perspective one must not look back.
    bool is_met = abs(slope) > 1e-6 && (t > 0.0 || options.x > 0.5);
    vec2 at = (origin_ts + t * direction_ts).xz;
    vec2 per_px = max(fwidth(at), vec2(1e-9));

    float reach = 3.0 * max(scene_ts.w, 0.35 * depths.z);
    float away = length(at - scene_ts.xz) / reach;
    float near_fade = exp(-away * away * 1.8) * smoothstep(0.0, 0.10, abs(slope));
    float width_px = options.w;

    vec2 cells = (at + grid.xy) / grid.z;
    vec2 cells_per_px = per_px / grid.z;
    float fine = lines(cells, cells_per_px, width_px) * (1.0 - grid.w) * 0.24;
    float coarse = lines(cells / 10.0, cells_per_px / 10.0, width_px) * mix(0.42, 0.24, grid.w);
    float huge = lines(cells / 100.0, cells_per_px / 100.0, width_px) * 0.42 * grid.w;
    float grid_alpha = max(max(fine, coarse), huge);
    float along_x = line_at(at.y - axes_at.y, per_px.y, 1.25 * width_px);
    float along_z = line_at(at.x - axes_at.x, per_px.x, 1.25 * width_px);

    vec4 color = vec4(grid_color, grid_alpha);
    color = over(vec4(axis_z_color, 0.42 * along_z), color);
    color = over(vec4(axis_x_color, 0.42 * along_x), color);
    color.a *= near_fade;
    // A pool of light on the floor, so that the scene stands on something.
    vec4 pool = vec4(grid_color, 0.11 * exp(-away * away * 4.0) * smoothstep(0.0, 0.2, abs(slope)));
    color = over(color, pool);
    color = over(vec4(0.015, 0.018, 0.024, shadow_at(at)), color);
    // From below, the floor is only hinted at.
    color.a *= slope < 0.0 ? 1.0 : 0.35;
    color_srgb = is_met ? color : vec4(0.0);
}
