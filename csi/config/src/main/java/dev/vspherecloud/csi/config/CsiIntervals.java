package dev.vspherecloud.csi.config;

import java.time.Duration;

/// How often the driver does its regular work.
///
/// @param authCheck the time between two reads of the datastores on which the account has its privileges
/// @param preferredDatastores the time between two reads of the tags of preferred datastores
/// @param operationCleanup the age at which the record of a finished operation is removed
/// @param migrationCleanup the time between two removals of records about migrated volumes
public record CsiIntervals(
        Duration authCheck, Duration preferredDatastores, Duration operationCleanup, Duration migrationCleanup) {}
