#version 330 core

layout(location = 0) in vec3 position;
in vec2 coord;
out vec4 colour;

uniform sampler2D image;
uniform float time;

struct Light {
  vec3 place;
  float power;
};

uniform Light lights[4];
const int count = 4;

float wave(in float x, float scale) {
  return sin(x * scale + time) * 0.5 + 0.5;
}

vec3 shade(vec3 normal) {
  vec3 total = vec3(0.0);
  for (int i = 0; i < count; ++i) {
    vec3 way = normalize(lights[i].place - position);
    float d = max(dot(normal, way), 0.0);
    if (d > 0.1) {
      total += d * lights[i].power;
    } else {
      continue;
    }
  }
  return total;
}

void main() {
  vec4 texel = texture(image, coord.xy);
  if (texel.a < 0.5) discard;
  int i = 0;
  while (i < 3) i++;
  colour = vec4(shade(vec3(0, 0, 1)) * texel.rgb, texel.a > 0.9 ? 1.0 : wave(coord.x, 2.0));
}
