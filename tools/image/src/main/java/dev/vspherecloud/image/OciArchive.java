package dev.vspherecloud.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/// Reads an image in the OCI layout from its file.
///
/// Rule from: OCI image specification 1.1. `index.json` names the manifest, that names the configuration and the
/// layers, and each of these is a file `blobs/sha256/<digest>`.
final class OciArchive {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LAST_OF_MODE = 0777;

    private final Path file;
    private final JsonNode descriptor;
    private final JsonNode manifest;
    private final JsonNode image;

    /// A layer in the archive.
    ///
    /// @param digest of the compressed bytes
    record StoredLayer(String name, String digest, long bytes) {}

    /// Receives the entries of a tar archive.
    private interface Sink {
        void accept(TarArchiveEntry entry, InputStream content) throws IOException;
    }

    private OciArchive(Path file, JsonNode descriptor, JsonNode manifest, JsonNode image) {
        this.file = file;
        this.descriptor = descriptor;
        this.manifest = manifest;
        this.image = image;
    }

    static OciArchive read(Path file) throws IOException {
        JsonNode entry = json(file, "index.json").path("manifests").path(0);
        JsonNode manifest = json(file, blob(entry.path("digest").asText()));
        String config = manifest.path("config").path("digest").asText();
        return new OciArchive(file, entry, manifest, json(file, blob(config)));
    }

    /// The name and tag of the image.
    String reference() {
        return descriptor.at("/annotations/org.opencontainers.image.ref.name").asText();
    }

    /// The digest of the manifest, which a Pod can name after an `@`.
    String digest() {
        return descriptor.path("digest").asText();
    }

    /// The entry of `index.json` that names the manifest.
    JsonNode descriptor() {
        return descriptor;
    }

    /// The manifest, the configuration and the compressed layers, by their paths in the layout.
    Map<String, byte[]> blobs() throws IOException {
        var blobs = new TreeMap<String, byte[]>();
        try (var tar = new TarArchiveInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            each(tar, (entry, content) -> {
                if (entry.isFile() && entry.getName().startsWith("blobs/")) {
                    blobs.put(entry.getName(), content.readAllBytes());
                }
            });
        }
        return blobs;
    }

    /// The configuration of the image: how to start it, its architecture, its history.
    JsonNode image() {
        return image;
    }

    /// The layers, the lowest first.
    List<StoredLayer> layers() {
        var layers = new ArrayList<StoredLayer>();
        for (JsonNode layer : manifest.path("layers")) {
            layers.add(new StoredLayer(
                    image.path("history").path(layers.size()).path("comment").asText(),
                    layer.path("digest").asText(),
                    layer.path("size").asLong()));
        }
        return layers;
    }

    /// Extracts all layers into a folder, with their modes. The files belong to the user of this process.
    void unpack(Path folder) throws IOException {
        for (StoredLayer layer : layers()) {
            entry(file, blob(layer.digest()), content -> {
                try (var tar = new TarArchiveInputStream(new GZIPInputStream(content))) {
                    each(tar, (entry, bytes) -> write(folder, entry, bytes));
                }
            });
        }
    }

    private static void write(Path folder, TarArchiveEntry entry, InputStream content) throws IOException {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder) || !(entry.isFile() || entry.isDirectory())) {
            throw new IOException(
                    "found an archive entry that is not a file or directory of the image: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
        } else {
            Files.createDirectories(path.getParent());
            Files.copy(content, path);
        }
        Files.setAttribute(path, "unix:mode", entry.getMode() & LAST_OF_MODE);
    }

    private static String blob(String digest) {
        return "blobs/" + digest.replace(':', '/');
    }

    private static JsonNode json(Path file, String name) throws IOException {
        var found = new ArrayList<JsonNode>();
        entry(file, name, content -> found.add(JSON.readTree(content.readAllBytes())));
        return found.getFirst();
    }

    /// Reads one file of the archive.
    private interface EntryReader {
        void read(InputStream content) throws IOException;
    }

    private static void entry(Path file, String name, EntryReader reading) throws IOException {
        try (var tar = new TarArchiveInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().equals(name)) {
                    reading.read(tar);
                    return;
                }
            }
        }
        throw new IOException(file + " has no " + name);
    }

    private static void each(TarArchiveInputStream tar, Sink sink) throws IOException {
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            sink.accept(entry, tar);
        }
    }
}
