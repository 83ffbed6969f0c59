package dev.vspherecloud.vsphere.inventory;

/// May these credentials be tried?
///
/// @param server  host and port in lower case
/// @param check   of the password, with the salt of the user's record
/// @param isOther whether they are known not to be those that were refused last, though the check be the same
/// @param isSign  whether something changed at vCenter, as a lost session shows: then nobody rests
record LoginQuestion(String server, LoginSide side, int check, boolean isOther, boolean isSign) {}
