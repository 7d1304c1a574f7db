// Forced in front of Dear ImGui's OpenGL backend in the browser (imgui_ui/CMakeLists.txt).
//
// The backend saves and restores the state of a context that it may share with a game. Ours is the
// page's own, and in a browser each of these questions waits until the GPU process has done all
// that it was asked for: seven stops a frame, each as long as the frame before takes to draw. The
// answers are known, so nobody is asked. The same holds for the fixed shaders, which compile or
// have no canvas to show anything on.
#pragma once

#include <GLES2/gl2.h>

#include <algorithm>

namespace vramscope::browser {

inline void known_integer(GLenum name, GLint* value) {
  switch (name) {
    case GL_ACTIVE_TEXTURE:
      *value = GL_TEXTURE0;
      break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *value = GL_FUNC_ADD;
      break;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA:
      *value = GL_ONE;
      break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX:
      std::fill_n(value, 4, 0);
      break;
    default:  // nothing is bound between two frames
      *value = 0;
  }
}

inline const GLubyte* known_string(GLenum) {
  return reinterpret_cast<const GLubyte*>("OpenGL ES 3.0");  // asked for the version only
}

inline void known_status(GLuint, GLenum name, GLint* value) {
  *value = name == GL_INFO_LOG_LENGTH ? 0 : GL_TRUE;
}

}  // namespace vramscope::browser

#define glGetIntegerv vramscope::browser::known_integer
#define glGetString vramscope::browser::known_string
#define glGetShaderiv vramscope::browser::known_status
#define glGetProgramiv vramscope::browser::known_status
