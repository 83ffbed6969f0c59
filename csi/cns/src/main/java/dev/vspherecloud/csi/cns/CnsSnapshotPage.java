package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.ArrayList;
import java.util.List;

/// One page of the result of a query for snapshots.
///
/// @param snapshots the snapshots of the page
/// @param faults    why there are none for some volumes or ids, as in [CnsFault.NotFound] and
///     [CnsFault.SnapshotNotFound]
/// @param unreadable the number of entries that have neither a snapshot nor a fault
/// @param total     the number of entries that match; 0 if vCenter does not report it
public record CnsSnapshotPage(List<CnsSnapshot> snapshots, List<CnsFault> faults, int unreadable, long total) {
    public CnsSnapshotPage {
        snapshots = List.copyOf(snapshots);
        faults = List.copyOf(faults);
    }

    /// Returns the number of entries of the page.
    public int size() {
        return snapshots.size() + faults.size() + unreadable;
    }

    /// Reads a `CnsSnapshotQueryResult`. An entry with an error has an empty snapshot beside it.
    static CnsSnapshotPage read(PropertyValue result) {
        var snapshots = new ArrayList<CnsSnapshot>();
        var faults = new ArrayList<CnsFault>();
        List<PropertyValue> entries = result.field("entries").items();
        for (PropertyValue entry : entries) {
            PropertyValue error = entry.field("error");
            if (error instanceof PropertyValue.Unset) {
                CnsSnapshot.read(entry.field("snapshot")).ifPresent(snapshots::add);
            } else {
                faults.add(CnsFaultReader.read(error));
            }
        }
        return new CnsSnapshotPage(
                snapshots,
                faults,
                entries.size() - snapshots.size() - faults.size(),
                Math.max(
                        0, result.field("cursor").field("totalRecords").number().orElse(0)));
    }
}
