"""A program's window on the test's display: real input (xdotool), and the pixels that come of it."""
import ctypes
import subprocess
import time

ALL_PLANES, Z_PIXMAP = ctypes.c_ulong(-1), 2


class XImage(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.POINTER(ctypes.c_char)), ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
                ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int),
                ("bytes_per_line", ctypes.c_int), ("bits_per_pixel", ctypes.c_int)]


def xdotool(*words):
    done = subprocess.run(["xdotool", *map(str, words)], text=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, f"xdotool {words}: {done.stderr}"
    return done.stdout.strip()


class Window:
    """Use as `with Window([program, …], environment) as window`; ends the program it started."""

    def __init__(self, command, environment, size):
        self.command, self.environment, self.size = command, environment, size
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XGetImage.restype = ctypes.POINTER(XImage)
        self.x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint,
                                       ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
        self.x11.XFree.argtypes = [ctypes.c_void_p]

    def __enter__(self):
        self.display = self.x11.XOpenDisplay(None)
        assert self.display, "no display"
        self.program = subprocess.Popen(self.command, env=self.environment)
        try:
            window = xdotool("search", "--sync", "--onlyvisible", "--pid", self.program.pid).split()[-1]
            xdotool("windowmove", window, 0, 0)
            xdotool("windowfocus", window)  # there is no window manager
            self.picture()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.program.terminate()
        self.program.wait(20)

    def move(self, x, y):
        xdotool("mousemove", x, y)

    def click(self, x, y):
        xdotool("mousemove", x, y)
        self.picture()  # the program has seen where the pointer is
        xdotool("mousedown", 1)
        time.sleep(0.1)
        xdotool("mouseup", 1)

    def key(self, *names):
        for name in names:
            xdotool("keydown", name)
            time.sleep(0.1)
            xdotool("keyup", name)

    def type(self, text):
        xdotool("type", "--delay", 60, text)

    def picture(self, patience=40):
        """The screen once it does not change any more, as rows of bytes: blue, green, red, unused."""
        before, same, until = None, 0, time.monotonic() + patience
        while time.monotonic() < until:
            now = self.pixels()
            same = same + 1 if now == before else 0
            if same == 3:  # a busy machine takes its time for a frame
                return now
            before = now
            time.sleep(0.25)
        raise AssertionError("the screen does not come to rest")

    def pixels(self):
        width, height = self.size
        root = self.x11.XDefaultRootWindow(self.display)
        image = self.x11.XGetImage(self.display, root, 0, 0, width, height, ALL_PLANES, Z_PIXMAP)
        assert image, "no picture of the screen"
        data = image.contents.data
        assert image.contents.bits_per_pixel == 32
        rows = ctypes.string_at(data, image.contents.bytes_per_line * height)
        self.x11.XFree(data)
        self.x11.XFree(image)
        return rows

    def count(self, colour):
        """How many pixels have this colour, 0xRRGGBB."""
        pixels, wanted = self.picture(), colour.to_bytes(3, "little")
        return sum(pixels[i:i + 3] == wanted for i in range(0, len(pixels), 4))
