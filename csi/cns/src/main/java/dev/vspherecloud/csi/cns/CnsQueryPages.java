package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Collects the pages of one query, and decides after each of them whether the result is complete.
///
/// vCenter keeps no snapshot for a query. A volume that is created during the read shifts the pages, so another
/// one may come twice. A volume that is deleted may hide another one, so a result with fewer volumes than vCenter
/// counted at first is incomplete. If as many are created as are deleted, this cannot be noticed; a caller that
/// must not miss a volume reads everything with one page.
///
/// Threads: one.
final class CnsQueryPages {
    /// The largest length of all volumes together as text, in characters. They take about as many bytes of heap. A
    /// volume of Kubernetes has some 1,500.
    private static final long MAX_LENGTH = 24 << 20;

    private final int pageSize;
    private final int maxPages;
    private final Map<CnsVolumeId, CnsVolume> found = new LinkedHashMap<>();
    private int pages;
    private int unreadable;
    private long length;
    private long offset;
    private long firstTotal;

    CnsQueryPages(int pageSize, int maxPages) {
        if (pageSize < 1 || maxPages < 1) {
            throw new IllegalArgumentException(
                    "found a page size of %d and %d pages, expected at least 1".formatted(pageSize, maxPages));
        }
        this.pageSize = pageSize;
        this.maxPages = maxPages;
    }

    /// Returns the number of volumes to skip with the next page.
    long offset() {
        return offset;
    }

    /// Adds the next page.
    ///
    /// @param sent the result of the call as vCenter sent it
    /// @return the result of the query; empty if another page has to be read
    Optional<CnsQueryResult> add(PropertyValue sent) {
        Optional<CnsVolumePage> read = CnsVolumePage.read(sent);
        if (read.isEmpty()) {
            return Optional.of(incomplete("vCenter sent a result without volumes and without a cursor"));
        }
        return add(read.get());
    }

    private Optional<CnsQueryResult> add(CnsVolumePage page) {
        length += page.volumes().stream()
                .mapToLong(volume -> volume.toString().length())
                .sum();
        if (length > MAX_LENGTH) {
            return Optional.of(incomplete("the volumes need more than %d KiB of memory".formatted(MAX_LENGTH >> 10)));
        }
        int before = found.size();
        page.volumes().forEach(volume -> found.put(volume.id(), volume));
        boolean isRepeated = found.size() == before;
        long from = offset;
        offset += page.size();
        unreadable += page.unreadable();
        pages++;
        if (pages == 1) {
            firstTotal = page.total();
        }
        if (page.total() > from && (page.size() == 0 || page.nextOffset() > offset)) {
            return Optional.of(incomplete("vCenter sent %d volumes at %d of %d, and continues at %d"
                    .formatted(page.size(), from, page.total(), page.nextOffset())));
        }
        if (isLast(page, isRepeated)) {
            return Optional.of(result());
        }
        return pages == maxPages ? Optional.of(incomplete(atLimit(page))) : Optional.empty();
    }

    /// Returns true if there are no more pages. A server that does not count the volumes may ignore the cursor,
    /// too: then it sends another number of volumes than a page has, or the same page again.
    private boolean isLast(CnsVolumePage page, boolean isRepeated) {
        return page.total() > 0 ? page.total() <= offset : page.size() != pageSize || isRepeated;
    }

    private CnsQueryResult result() {
        if (unreadable > 0) {
            return incomplete("vCenter sent %d volumes without a valid id".formatted(unreadable));
        }
        if (found.size() < firstTotal) {
            return incomplete(
                    "vCenter sent %d different volumes, and counted %d at first".formatted(found.size(), firstTotal));
        }
        return new CnsQueryResult.Complete(List.copyOf(found.values()));
    }

    private String atLimit(CnsVolumePage page) {
        String of = page.total() > 0 ? " of " + page.total() : "";
        return "read %d%s volumes, the limit is %d pages of %d".formatted(offset, of, maxPages, pageSize);
    }

    private CnsQueryResult incomplete(String why) {
        return new CnsQueryResult.Incomplete(List.copyOf(found.values()), why);
    }
}
