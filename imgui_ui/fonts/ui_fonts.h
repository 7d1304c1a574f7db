// Font bytes made at build time by subset.py; a size of 0 says that this build has none.
#pragma once

extern const unsigned char kUiLatinFont[];
extern const unsigned kUiLatinFontSize;
extern const unsigned char kUiSignsFont[];  // merge after kUiLatinFont
extern const unsigned kUiSignsFontSize;
// Only in vramscope_han_font, which the desktop program links; the page fetches ui-han.ttf instead.
extern const unsigned char kUiHanFont[];
extern const unsigned kUiHanFontSize;
