"""The engines for the four games of nardy: small nets, one ply or two, and the cube."""
