package dev.vspherecloud.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// Writes several images, one for each architecture, as one image in the OCI layout. A cluster downloads from it only
/// the image for its machines.
///
/// Rule from: OCI image specification 1.1. The layout's `index.json` names one image index, and that names the manifest
/// of each platform.
final class OciIndex {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPE = "application/vnd.oci.image.index.v1+json";
    private static final String BLOBS = "blobs/sha256/";
    private static final String DIGEST = "digest";
    private static final int MODE = 0100644;

    private OciIndex() {}

    /// @return the digest of the image index
    static String write(ImageDescription description, List<OciArchive> archives, Path target) throws IOException {
        byte[] index = bytes(index(description, archives));
        String digest = Sha256.of(index);

        SortedMap<String, byte[]> files = new TreeMap<>();
        for (OciArchive archive : archives) {
            files.putAll(archive.blobs());
        }
        files.put(BLOBS + digest, index);
        files.put("index.json", bytes(layout(description, digest, index.length)));
        files.put("oci-layout", bytes(JSON.createObjectNode().put("imageLayoutVersion", "1.0.0")));
        try (var tar = new TarArchiveOutputStream(Files.newOutputStream(target))) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (var file : files.entrySet()) {
                var entry = new TarArchiveEntry(file.getKey());
                entry.setSize(file.getValue().length);
                entry.setModTime(ImageArchive.FILE_TIME.toEpochMilli());
                entry.setMode(MODE);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        }
        return "sha256:" + digest;
    }

    private static ObjectNode index(ImageDescription description, List<OciArchive> archives) {
        ObjectNode index = empty();
        ArrayNode manifests = index.putArray("manifests");
        for (OciArchive archive : archives) {
            JsonNode stored = archive.descriptor();
            ObjectNode manifest = manifests.addObject();
            List.of("mediaType", DIGEST, "size").forEach(key -> manifest.set(key, stored.path(key)));
            manifest.putObject("platform")
                    .put("architecture", archive.image().path("architecture").asText())
                    .put("os", archive.image().path("os").asText());
        }
        ObjectNode annotations = index.putObject("annotations");
        description.labels().forEach(annotations::put);
        return index;
    }

    private static ObjectNode layout(ImageDescription description, String digest, int size) {
        ObjectNode layout = empty();
        ObjectNode entry = layout.putArray("manifests").addObject();
        entry.put("mediaType", TYPE).put(DIGEST, "sha256:" + digest).put("size", size);
        entry.putObject("annotations").put("org.opencontainers.image.ref.name", description.reference());
        return layout;
    }

    private static ObjectNode empty() {
        return JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", TYPE);
    }

    private static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }
}
