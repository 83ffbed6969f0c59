package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VmQuery;

/// The result of the search for a Node's VM, with the query that was searched. If the Node names another
/// machine now, the result does not count for it.
record SearchResult(VmQuery query, VmLocation vmLocation) {
    boolean isFor(VmQuery currentQuery) {
        return query.isSameQuery(currentQuery);
    }

    boolean isSameAs(SearchResult other) {
        return vmLocation.equals(other.vmLocation) && isFor(other.query);
    }
}
