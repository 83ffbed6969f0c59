package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VmQuery;

/// The result of the search for a Node's VM, with the query that it answers. If the Node names another machine
/// meanwhile, the result no longer answers its query.
record SearchResult(VmQuery query, VmLocation vmLocation) {
    boolean answers(VmQuery question) {
        return query.seeksTheSameAs(question);
    }

    boolean saysTheSameAs(SearchResult other) {
        return vmLocation.equals(other.vmLocation) && answers(other.query);
    }
}
