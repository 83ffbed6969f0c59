package dev.vspherecloud.testkit.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A folder with the layout that the kubelet gives a mounted ConfigMap or Secret:
///
/// ```
/// vsphere.conf -> ..data/vsphere.conf
/// ..data       -> ..2026_01_01_00_00_00.2
/// ..2026_01_01_00_00_00.2/vsphere.conf
/// ```
///
/// An update writes a new inner folder and renames a link over `..data`. So a reader sees all files of one version, and
/// no visible name changes.
///
/// Rule from: kubernetes/kubernetes, AtomicWriter of pkg/volume/util.
///
/// Threads: one.
public final class ConfigMount {
    private static final String CURRENT = "..data";
    private static final String NEXT = "..data_tmp";
    private static final String VERSION = "..2026_01_01_00_00_00.";

    private final Path folder;
    private Set<String> visible = Set.of();
    private int version;

    private ConfigMount(Path folder) {
        this.folder = folder;
    }

    /// @param folder is created
    /// @param files text by name
    public static ConfigMount at(Path folder, Map<String, String> files) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var mount = new ConfigMount(folder);
        mount.update(files);
        return mount;
    }

    public Path folder() {
        return folder;
    }

    /// Returns the visible path of the file, which does not change with updates.
    public Path file(String name) {
        return folder.resolve(name);
    }

    /// Replaces all files by these.
    public void update(Map<String, String> files) {
        try {
            Path next = Files.createDirectory(folder.resolve(VERSION + (version + 1)));
            for (var file : files.entrySet()) {
                Files.writeString(next.resolve(file.getKey()), file.getValue());
            }
            Files.createSymbolicLink(folder.resolve(NEXT), next.getFileName());
            Files.move(folder.resolve(NEXT), folder.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE);
            showOnly(files.keySet());
            if (version > 0) {
                Folders.delete(folder.resolve(VERSION + version));
            }
            version++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void showOnly(Set<String> names) throws IOException {
        for (String name : names) {
            if (!visible.contains(name)) {
                Files.createSymbolicLink(file(name), Path.of(CURRENT, name));
            }
        }
        for (String name : visible) {
            if (!names.contains(name)) {
                Files.delete(file(name));
            }
        }
        visible = new TreeSet<>(names);
    }
}
