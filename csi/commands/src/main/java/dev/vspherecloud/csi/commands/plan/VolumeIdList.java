package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The ids of many volumes, in sixteen bytes each.
///
/// Threads: one.
final class VolumeIdList {
    private long[] bits = new long[128];
    private final BitSet files = new BitSet();
    private int size;

    /// Adds the id of a block or file volume. An id in another form is left out.
    void add(String handle) {
        boolean isFile = handle.startsWith(VolumeForm.FILE_PREFIX);
        String text = isFile ? handle.substring(VolumeForm.FILE_PREFIX.length()) : handle;
        if (!AttachmentPlanPolicy.UUID.matcher(text).matches()) {
            return;
        }
        UUID id = UUID.fromString(text);
        if (2 * size == bits.length) {
            bits = Arrays.copyOf(bits, 2 * bits.length);
        }
        bits[2 * size] = id.getMostSignificantBits();
        bits[2 * size + 1] = id.getLeastSignificantBits();
        files.set(size, isFile);
        size++;
    }

    int size() {
        return size;
    }

    /// Returns the ids that were added more than once.
    Set<String> repeated() {
        return IntStream.range(0, size)
                .mapToObj(this::get)
                .collect(Collectors.groupingBy(id -> id, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(each -> each.getValue() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    String get(int index) {
        return (files.get(index) ? VolumeForm.FILE_PREFIX : "") + new UUID(bits[2 * index], bits[2 * index + 1]);
    }
}
