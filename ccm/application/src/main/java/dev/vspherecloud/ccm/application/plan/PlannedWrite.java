package dev.vspherecloud.ccm.application.plan;

import java.time.Duration;

/// One write of this program to a Node.
///
/// @param why the cause, for people
/// @param after the time from the start of leadership until the write, if nothing else changes; zero for an
///     immediate write
record PlannedWrite(Change change, WriteReason reason, String why, Duration after) {}
