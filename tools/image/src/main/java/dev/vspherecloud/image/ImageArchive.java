package dev.vspherecloud.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FileEntry;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Writes an image from scratch as one file in the OCI layout, with Jib. It uses no daemon and no registry.
///
/// Every file has the same time and belongs to root, so equal files give equal digests.
final class ImageArchive {
    /// Jib's default. It is not zero, because some tools read zero as "no time".
    static final Instant FILE_TIME = Instant.ofEpochSecond(1);

    private ImageArchive() {}

    /// @param cache  keeps compressed layers between builds
    /// @param target the file; an existing one is replaced
    static void write(ImageDescription description, List<ImageLayer> layers, Path cache, Path target)
            throws IOException {
        try {
            builder(description, layers)
                    .containerize(Containerizer.to(TarImage.at(target).named(description.reference()))
                            .setOfflineMode(true)
                            .setBaseImageLayersCache(cache.resolve("base"))
                            .setApplicationLayersCache(cache.resolve("layers"))
                            .setToolName("jib-core"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + target + " was written", e);
        } catch (RuntimeException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot write " + target, e);
        }
    }

    private static JibContainerBuilder builder(ImageDescription description, List<ImageLayer> layers) {
        JibContainerBuilder builder = Jib.fromScratch()
                .setFormat(ImageFormat.OCI)
                .setPlatforms(Set.of(new Platform(description.architecture(), "linux")))
                .setUser(description.user())
                .setEnvironment(description.environment())
                .setEntrypoint(description.entryPoint())
                .setExposedPorts(Port.tcp(ImageDescription.PORT))
                .setLabels(description.labels())
                .setCreationTime(Instant.EPOCH);
        layers.forEach(layer -> builder.addFileEntriesLayer(entries(layer)));
        return builder;
    }

    private static FileEntriesLayer entries(ImageLayer layer) {
        var entries = FileEntriesLayer.builder().setName(layer.name());
        for (ImageFile file : layer.files()) {
            entries.addEntry(new FileEntry(
                    file.source(),
                    AbsoluteUnixPath.get(file.path()),
                    FilePermissions.fromOctalString(file.mode().octal()),
                    FILE_TIME));
        }
        return entries.build();
    }
}
