package dev.vspherecloud.vsphere.client;

/// A tag.
///
/// @param id as in `urn:vmomi:InventoryServiceTag:1438...:GLOBAL`
/// @param categoryId of the category it belongs to
public record RestTag(String id, String name, String categoryId) {}
