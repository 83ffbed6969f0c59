package dev.vspherecloud.vsphere.client;

/// A tag as the REST API returns it.
///
/// @param id the id of the tag, as in `urn:vmomi:InventoryServiceTag:1438...:GLOBAL`
/// @param categoryId the id of the category that the tag belongs to
public record RestTag(String id, String name, String categoryId) {}
