package dev.vspherecloud.vsphere.client;

/// A category of tags.
///
/// @param id the id, as in `urn:vmomi:InventoryServiceCategory:76af...:GLOBAL`
public record TagCategory(String id, String name) {}
