package dev.vspherecloud.kubernetes;

/// What an Event is about.
///
/// @param uid of the object itself: `kubectl describe` looks for it
record EventSubject(String apiVersion, String kind, String name, String uid) {}
