// One triangle that covers the picture; also for the other passes that fill one.
out vec2 at_uv; // 0..1

void main()
{
    at_uv = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(at_uv * 2.0 - 1.0, 0.0, 1.0);
}
