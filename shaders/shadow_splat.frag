in vec2 corner;
flat in vec4 weight;
out vec4 density;

void main()
{
    // Thickness of a ball along the vertical, with the disc's mean kept at 1.
    float inside = 1.0 - dot(corner, corner);
    density = weight * 1.5 * sqrt(max(inside, 0.0));
}
