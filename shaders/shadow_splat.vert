// A ball seen from straight above, into layers by its height over the floor.
uniform vec4 shadow_area; // xz of the centre, ts; half size, m; strength
uniform float texels;     // texels along a side
out vec2 corner;          // -1..1
flat out vec4 weight;

// Blur of each layer, texels; the blur pass has the same.
const vec4 kSigma = vec4(0.9, 2.6, 7.0, 14.5);

// Shares among the two layers whose blur is next to `sigma`, by its logarithm.
vec4 layer_shares(float sigma)
{
    float at = log(max(sigma, kSigma.x));
    vec4 stops = log(kSigma);
    vec4 shares = vec4(0.0);
    for (int i = 0; i < 3; ++i) {
        float t = (at - stops[i]) / (stops[i + 1] - stops[i]);
        if (t >= 0.0 && t < 1.0) {
            shares[i] = 1.0 - t;
            shares[i + 1] = t;
        }
    }
    if (at >= stops.w)
        shares.w = 1.0;
    return shares;
}

void main()
{
    uvec4 item = texelFetch(items, gl_VertexID / 4); // entity, radius
    int quad_corner = gl_VertexID % 4;
    float radius = uintBitsToFloat(item.y);
    vec4 position_value = texelFetch(positions, int(item.x));
    float texel = 2.0 * shadow_area.z / texels;
    float r = max(radius * options.z, 1e-9);
    float height = max(position_value.y - up_vs.w - r, 0.0);
    // At least a texel wide, with its weight spread: small balls must not flicker.
    float drawn = max(r, 0.75 * texel);
    float share = (r * r) / (drawn * drawn);
    float weakening = exp(-height / (0.9 * shadow_area.z));
    weight = layer_shares((0.22 * height + 0.25 * r) / texel) * share * weakening;
    corner = vec2((quad_corner & 1) == 0 ? -1.0 : 1.0, (quad_corner & 2) == 0 ? -1.0 : 1.0);
    vec2 at = (position_value.xz - shadow_area.xy + corner * drawn) / shadow_area.z;
    bool is_drawn = position_value.w > kSkipped;
    gl_Position = is_drawn ? vec4(at, 0.0, 1.0) : vec4(kOutside, kOutside, kOutside, 1.0);
}
