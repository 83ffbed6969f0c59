package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.OperationCode;

/// Why a volume is not attached or not detached.
///
/// @param code    the code for the caller
/// @param message what was found, and what to do
public record AttachFailure(OperationCode code, AttachReason reason, String message) {}
