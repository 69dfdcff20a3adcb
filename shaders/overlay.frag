// Distance to a stroke that may taper, or to a ring.
in vec2 at_px;
flat in vec4 ends_px;
flat in vec4 shape_px; // half width at the start and the end, ring radius, softness
flat in vec4 color_srgb_opacity;
out vec4 color_srgb;

void main()
{
    float away_px;
    if (shape_px.z > 0.0) {
        away_px = abs(distance(at_px, ends_px.xy) - shape_px.z) - shape_px.x;
    } else {
        vec2 along = ends_px.zw - ends_px.xy;
        float square = dot(along, along);
        float share = square > 0.0 ? clamp(dot(at_px - ends_px.xy, along) / square, 0.0, 1.0) : 0.0;
        away_px = distance(at_px, ends_px.xy + share * along) - mix(shape_px.x, shape_px.y, share);
    }
    float cover = clamp(0.5 - 0.5 * away_px / shape_px.w, 0.0, 1.0);
    if (cover <= 0.0)
        discard;
    color_srgb = vec4(color_srgb_opacity.rgb, color_srgb_opacity.a * cover);
}
