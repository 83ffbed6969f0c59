package dev.vspherecloud.image;

import java.nio.file.Path;

/// One file or folder of an image.
///
/// @param source where it is on this machine; of a folder only that it is one counts
/// @param path   where it is in the image, absolute
/// @param mode   who may do what with it
record ImageFile(Path source, String path, Mode mode) {
    /// All belongs to root, and all may be read by anybody: a cluster may run the image as any user.
    enum Mode {
        PLAIN("644"),
        PROGRAM("755"),
        /// For a temporary folder, where the root is not read-only.
        OPEN_FOLDER("777");

        private final String octal;

        Mode(String octal) {
            this.octal = octal;
        }

        String octal() {
            return octal;
        }
    }

    static ImageFile plain(Path source, String path) {
        return new ImageFile(source, path, Mode.PLAIN);
    }

    static ImageFile program(Path source, String path) {
        return new ImageFile(source, path, Mode.PROGRAM);
    }
}
