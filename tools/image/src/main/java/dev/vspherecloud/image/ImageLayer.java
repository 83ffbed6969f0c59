package dev.vspherecloud.image;

import java.util.Comparator;
import java.util.List;

/// A layer of an image, which registries store and clients download separately.
///
/// @param name  shown in the history of the image
/// @param files by path; their order changes the digest
record ImageLayer(String name, List<ImageFile> files) {
    ImageLayer {
        files = files.stream().sorted(Comparator.comparing(ImageFile::path)).toList();
    }
}
