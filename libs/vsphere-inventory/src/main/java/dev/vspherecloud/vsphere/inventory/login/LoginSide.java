package dev.vspherecloud.vsphere.inventory.login;

/// The two ways into a vCenter: each has a session of its own, both count for the same account.
public enum LoginSide {
    SOAP,
    REST
}
