package dev.vspherecloud.domain.reason;

/// Every reason there is, in stable words, shown as the reason of an Event. They are an interface: alerts are
/// written on them.
public enum ReasonCode {
    PROVIDER_ID_MALFORMED("ProviderIdMalformed", Scope.NODE),
    VM_NOT_FOUND("VmNotFound", Scope.NODE),
    VM_AMBIGUOUS("VmAmbiguous", Scope.NODE),
    VM_DUPLICATE("VmDuplicate", Scope.NODE),
    IDENTITY_CONFLICT("IdentityConflict", Scope.NODE),
    VM_IN_OTHER_DATACENTER("VmInOtherDatacenter", Scope.NODE),
    VM_IS_TEMPLATE("VmIsTemplate", Scope.NODE),
    VM_IS_PLACEHOLDER("VmIsPlaceholder", Scope.NODE),
    VCENTER_SILENT("VcenterSilent", Scope.VCENTER),
    VCENTER_UNREACHABLE("VcenterUnreachable", Scope.VCENTER),
    VCENTER_UNTRUSTED("VcenterUntrusted", Scope.VCENTER),
    LOGIN_REFUSED("LoginRefused", Scope.VCENTER),
    CREDENTIALS_MISSING("CredentialsMissing", Scope.VCENTER),
    VM_UNREADABLE("VmUnreadable", Scope.NODE),
    VM_INACCESSIBLE("VmInaccessible", Scope.NODE),
    VM_ORPHANED("VmOrphaned", Scope.NODE),
    VM_DISCONNECTED("VmDisconnected", Scope.NODE),
    VM_POWERED_OFF("VmPoweredOff", Scope.NODE),
    TOOLS_NOT_RUNNING("ToolsNotRunning", Scope.NODE),
    GUEST_HOST_NAME_MISSING("GuestHostNameMissing", Scope.NODE),
    GUEST_NIC_MISSING("GuestNicMissing", Scope.NODE),
    NO_USABLE_ADDRESS("NoUsableAddress", Scope.NODE),
    NETWORK_MISSING("NetworkMissing", Scope.NODE),
    ADDRESSES_EXCLUDED("AddressesExcluded", Scope.NODE),
    FAMILY_MISSING("FamilyMissing", Scope.NODE),
    NODE_IP_MALFORMED("NodeIpMalformed", Scope.NODE),
    NODE_IP_UNMATCHED("NodeIpUnmatched", Scope.NODE),
    STATIC_ADDRESSES_UNREADABLE("StaticAddressesUnreadable", Scope.NODE),
    ADDRESSES_UNREPORTED("AddressesUnreported", Scope.NODE),
    TAGS_UNREAD("TagsUnread", Scope.VCENTER),
    CATEGORY_MISSING("CategoryMissing", Scope.VCENTER),
    PLACE_UNREADABLE("PlaceUnreadable", Scope.NODE),
    ZONE_MISSING("ZoneMissing", Scope.NODE),
    TAG_AMBIGUOUS("TagAmbiguous", Scope.NODE),
    ZONE_INVALID("ZoneInvalid", Scope.NODE),
    TOPOLOGY_DRIFT("TopologyDrift", Scope.NODE),
    INSTANCE_TYPE_DRIFT("InstanceTypeDrift", Scope.NODE),
    LABEL_INVALID("LabelInvalid", Scope.NODE),
    WRITE_REFUSED("WriteRefused", Scope.NODE);

    /// Whose concern it is, and so where it is told.
    public enum Scope {
        /// One Node's.
        NODE,

        /// All Nodes of a vCenter wait for the same, which is told once and not on each of them.
        VCENTER
    }

    private final String word;
    private final Scope scope;

    ReasonCode(String word, Scope scope) {
        this.word = word;
        this.scope = scope;
    }

    /// As it stands in an Event, in upper camel case.
    public String word() {
        return word;
    }

    public Scope scope() {
        return scope;
    }
}
