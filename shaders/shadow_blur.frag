// One direction of a Gaussian blur whose width grows from channel to channel.
in vec2 at_uv;
uniform vec2 texel_step;
out vec4 density;

const vec4 kSigma = vec4(0.9, 2.6, 7.0, 14.5); // texels, as in shadow_splat.vert
const int kTaps = 15;
const float kStride = 2.0; // texels: the widest kernel reaches 2 sigma

void main()
{
    vec4 sum = vec4(0.0);
    vec4 total = vec4(0.0);
    for (int i = -kTaps; i <= kTaps; ++i) {
        // Between two texels the sampler takes the mean of both, so a stride of 2 misses nothing.
        float offset = float(i) * kStride + (i == 0 ? 0.0 : 0.5 * sign(float(i)) - sign(float(i)));
        vec4 x = vec4(offset) / kSigma;
        vec4 w = exp(-0.5 * x * x);
        sum += w * texture(shadow, at_uv + offset * texel_step);
        total += w;
    }
    density = sum / total;
}
