package dev.vspherecloud.ccm.application.plan;

import java.time.Duration;

/// One write of this program on a Node.
///
/// @param why for people
/// @param after the time from the start of leadership, if everything stays as it is; zero if at once
record PlannedWrite(Change change, WriteReason reason, String why, Duration after) {}
