// Graded from top to bottom with a faint pool of light behind the scene.
in vec2 at_uv;
uniform vec3 top;    // sRGB
uniform vec3 bottom; // sRGB
out vec4 color_srgb;

// A fixed pattern of -0.5..0.5: hides the bands of an 8-bit gradient, the same in every frame.
float dither(vec2 at_px)
{
    return fract(52.9829189 * fract(dot(floor(at_px), vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main()
{
    // Mixed in sRGB, where equal steps look equal.
    vec3 color = mix(bottom, top, smoothstep(0.0, 1.0, at_uv.y));
    vec2 from_middle = (at_uv - vec2(0.5, 0.58)) * vec2(min(viewport_px.x * viewport_px.w, 2.0), 1.0);
    color *= 1.0 + 0.16 * exp(-3.5 * dot(from_middle, from_middle));
    color_srgb = vec4(color + dither(gl_FragCoord.xy) / 255.0, 1.0);
}
