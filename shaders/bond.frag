// Coverage by the distance from the line's middle, round at the ends.
in vec3 along_across_w;
in vec4 color_srgb_opacity;
flat in float length_px;
uniform float width_px;
uniform int part; // 0 draws the solid middle, 1 the soft edge, 2 both
out vec4 color_srgb;

void main()
{
    vec2 at_px = along_across_w.xy / along_across_w.z;
    float beyond_px = max(max(-at_px.x, at_px.x - length_px), 0.0);
    float away_px = length(vec2(beyond_px, at_px.y));
    float cover = clamp(0.5 * width_px + 0.5 - away_px, 0.0, 1.0);
    bool is_solid = cover >= 0.5;
    if (cover <= 0.0 || (part != 2 && is_solid != (part == 0)))
        discard;
    // Rounded like a thread once it is wide enough to show it.
    float bulge = clamp(abs(at_px.y) / (0.5 * width_px), 0.0, 1.0);
    float shading = mix(1.0, 1.12 - 0.5 * bulge * bulge, smoothstep(2.5, 5.0, width_px));
    color_srgb = vec4(color_srgb_opacity.rgb * shading, cover * color_srgb_opacity.a);
}
