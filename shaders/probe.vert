// The rectangle around a capsule in the picture: that of its two balls.
layout(location = 1) in vec4 a_radius;  // ts; w radius, m
layout(location = 2) in vec4 b_hovered; // ts; w 0 not hovered, 1 body, 2 end a, 3 end b
flat out vec4 a_vs; // w radius
flat out vec4 b_vs; // w hovered

void main()
{
    float r = a_radius.w;
    a_vs = vec4((view * vec4(a_radius.xyz, 1.0)).xyz, r);
    b_vs = vec4((view * vec4(b_hovered.xyz, 1.0)).xyz, b_hovered.w);
    vec4 of_a = ball_rectangle(a_vs.xyz, r);
    vec4 of_b = ball_rectangle(b_vs.xyz, r);
    vec4 both = vec4(min(of_a.xy, of_b.xy), max(of_a.zw, of_b.zw));
    // A ball that reaches before the near plane may cover anything.
    bool is_close = options.x < 0.5 && max(a_vs.z, b_vs.z) + r > -depths.x;
    gl_Position = rectangle_corner(is_close ? vec4(-1.0, -1.0, 1.0, 1.0) : both, gl_VertexID);
}
