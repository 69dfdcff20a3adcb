// The rectangle around a stroke, in pixels from the top left.
layout(location = 1) in vec4 from_to_px;
layout(location = 2) in vec4 widths_px; // half width at the start and the end, ring radius, softness
layout(location = 3) in vec4 tint_srgb;
out vec2 at_px;
flat out vec4 ends_px;
flat out vec4 shape_px;
flat out vec4 color_srgb_opacity;

void main()
{
    float reach = max(widths_px.x, widths_px.y) + widths_px.z + 2.0 * widths_px.w + 1.0;
    vec2 low = min(from_to_px.xy, from_to_px.zw) - reach;
    vec2 high = max(from_to_px.xy, from_to_px.zw) + reach;
    at_px = vec2((gl_VertexID & 1) == 0 ? low.x : high.x, (gl_VertexID & 2) == 0 ? low.y : high.y);
    ends_px = from_to_px;
    shape_px = widths_px;
    color_srgb_opacity = tint_srgb;
    vec2 ndc = at_px * viewport_px.zw * 2.0 - 1.0;
    gl_Position = vec4(ndc.x, -ndc.y, 0.0, 1.0);
}
