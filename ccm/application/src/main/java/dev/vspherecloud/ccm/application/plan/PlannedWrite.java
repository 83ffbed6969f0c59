package dev.vspherecloud.ccm.application.plan;

import java.time.Duration;

/// One thing that ours would write on a Node.
///
/// @param why   for people
/// @param after how long after it leads, if everything stays as it is; zero when at once
record PlannedWrite(Change change, WriteReason reason, String why, Duration after) {}
