package dev.vspherecloud.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// Why a file could not be read.
public final class ReadFailure {
    private ReadFailure() {}

    /// The reason in words.
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "no permission";
            default -> String.valueOf(e.getMessage());
        };
    }
}
