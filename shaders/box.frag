// Matt faces with a bright bevel, a few per cent of the edge but at least a pixel wide.
in vec3 position_vs;
in vec3 face;
flat in vec3 normal_vs;
flat in vec3 face_size;
flat in vec4 color_srgb_opacity;
flat in float emission;
out vec4 color_srgb;

void main()
{
    vec2 from_edge = (1.0 - abs(face.xy)) * face_size.xy;
    float width = max(0.03 * min(face_size.x, face_size.y), 1.0 / px_per_m(position_vs.z));
    float bevel = 1.0 - smoothstep(0.5 * width, 1.5 * width, min(from_edge.x, from_edge.y));
    vec3 eye_vs = to_eye(position_vs);
    vec3 normal = normalize(mix(normal_vs, eye_vs, 0.35 * bevel));
    vec3 albedo = to_linear(color_srgb_opacity.rgb);
    vec3 light = shade(albedo, normal, eye_vs, 0.2, 1.0) * (1.0 + 0.18 * bevel) + albedo * emission;
    color_srgb = vec4(to_srgb(soft_clip(light)), color_srgb_opacity.a);
}
