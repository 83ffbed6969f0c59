package dev.vspherecloud.image;

import java.util.Comparator;
import java.util.List;

/// A part of an image that is stored and fetched by itself.
///
/// @param name  said in the history of the image
/// @param files by path; the order counts for the digest
record ImageLayer(String name, List<ImageFile> files) {
    ImageLayer {
        files = files.stream().sorted(Comparator.comparing(ImageFile::path)).toList();
    }
}
