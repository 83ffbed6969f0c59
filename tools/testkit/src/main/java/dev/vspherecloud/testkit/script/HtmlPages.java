package dev.vspherecloud.testkit.script;

/// HTML pages that a client gets instead of XML.
final class HtmlPages {
    static final String UNAVAILABLE = """
            <!DOCTYPE html>
            <html><head><title>503 Service Unavailable</title></head>
            <body><h1>503 Service Unavailable</h1>
            <p>Failed to connect to endpoint: [N7Vmacore4Http20NamedPipeServiceSpecE:0x00007f]<br>&nbsp;</p></body></html>
            """;

    static final String LOGIN = """
            <!DOCTYPE html>
            <html><head><title>Sign in</title></head>
            <body><form action="/login"><input name=user><input name=password type=password><br></form></body></html>
            """;

    private HtmlPages() {}
}
