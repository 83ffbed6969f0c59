package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VmQuery;

/// What is known about where a Node's VM is, and what was asked: a Node may ask for another machine meanwhile, and then
/// this is no answer.
record SearchResult(VmQuery query, VmLocation vmLocation) {
    boolean answers(VmQuery question) {
        return query.seeksTheSameAs(question);
    }

    boolean saysTheSameAs(SearchResult other) {
        return vmLocation.equals(other.vmLocation) && answers(other.query);
    }
}
