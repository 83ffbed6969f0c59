package dev.vspherecloud.csi.cns;

/// The properties of a volume that a query can select, with the names of the wire format. vCenter always sends
/// the id.
public enum CnsVolumeField {
    VOLUME_NAME,
    VOLUME_TYPE,
    BACKING_OBJECT_DETAILS,
    COMPLIANCE_STATUS,
    DATASTORE_ACCESSIBILITY_STATUS,
    HEALTH_STATUS,
    DATASTORE_URL,
    POLICY_ID
}
