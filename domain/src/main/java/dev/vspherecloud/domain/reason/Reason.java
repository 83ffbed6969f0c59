package dev.vspherecloud.domain.reason;

/// Why a Node is not finished, for the person who can act.
///
/// @param message one sentence: what was found, what was expected, what to do
public record Reason(Code code, String message) {
    /// Stable words, shown as the reason of an Event. They are an interface: alerts are written on them.
    public enum Code {
        PROVIDER_ID_MALFORMED("ProviderIdMalformed"),
        VM_NOT_FOUND("VmNotFound"),
        VM_AMBIGUOUS("VmAmbiguous"),
        VM_IN_OTHER_DATACENTER("VmInOtherDatacenter"),
        VCENTER_SILENT("VcenterSilent"),
        GUEST_HOST_NAME_MISSING("GuestHostNameMissing"),
        NO_USABLE_ADDRESS("NoUsableAddress"),
        NETWORK_MISSING("NetworkMissing"),
        ADDRESSES_EXCLUDED("AddressesExcluded"),
        TAGS_UNREAD("TagsUnread"),
        ZONE_MISSING("ZoneMissing"),
        ZONE_INVALID("ZoneInvalid"),
        WRITE_REFUSED("WriteRefused");

        private final String word;

        Code(String word) {
            this.word = word;
        }

        /// As it stands in an Event, in upper camel case.
        public String word() {
            return word;
        }
    }
}
