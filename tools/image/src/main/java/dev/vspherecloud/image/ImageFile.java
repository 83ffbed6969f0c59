package dev.vspherecloud.image;

import java.nio.file.Path;

/// One file or folder of an image.
///
/// @param source its path on this machine; for a folder only the fact that it is one matters
/// @param path   its absolute path in the image
/// @param mode   its permissions
record ImageFile(Path source, String path, Mode mode) {
    /// All files belong to root, and every user can read them, because a cluster may run the image as any user.
    enum Mode {
        PLAIN("644"),
        PROGRAM("755"),
        /// For a temporary folder, if the root file system is not read-only.
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
