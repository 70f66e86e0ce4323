package fetch

import (
	"encoding/binary"
	"net/netip"
)

// block4 is a range of IPv4 addresses.
type block4 struct {
	base uint32
	bits int
}

// reserved4 are the IPv4 ranges that are not the public internet: the special
// purposes that IANA keeps, and what can only be a network's own machinery.
var reserved4 = [...]block4{
	{0x00000000, 8},  // 0.0.0.0/8, this network
	{0x0a000000, 8},  // 10.0.0.0/8, private
	{0x64400000, 10}, // 100.64.0.0/10, carrier-grade NAT
	{0x7f000000, 8},  // 127.0.0.0/8, loopback
	{0xa83f8110, 32}, // 168.63.129.16, a cloud's wire server
	{0xa9fe0000, 16}, // 169.254.0.0/16, link-local, metadata services
	{0xac100000, 12}, // 172.16.0.0/12, private
	{0xc0000000, 24}, // 192.0.0.0/24, protocol assignments
	{0xc0000200, 24}, // 192.0.2.0/24, documentation
	{0xc01fc400, 24}, // 192.31.196.0/24, AS112
	{0xc034c100, 24}, // 192.52.193.0/24, AMT
	{0xc0586300, 24}, // 192.88.99.0/24, 6to4 relays
	{0xc0a80000, 16}, // 192.168.0.0/16, private
	{0xc0af3000, 24}, // 192.175.48.0/24, AS112
	{0xc6120000, 15}, // 198.18.0.0/15, benchmarks
	{0xc6336400, 24}, // 198.51.100.0/24, documentation
	{0xcb007100, 24}, // 203.0.113.0/24, documentation
	{0xe0000000, 4},  // 224.0.0.0/4, multicast
	{0xf0000000, 4},  // 240.0.0.0/4, reserved, and broadcast
}

// PublicAddr reports whether an address belongs to the public internet.
// IPv4 in IPv6 (v4-mapped, NAT64, 6to4) is judged by the address it carries.
func PublicAddr(addr netip.Addr) bool {
	if !addr.IsValid() || addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	if addr.Is4() {
		b := addr.As4()
		return public4(b[:])
	}
	b := addr.As16()
	head := binary.BigEndian.Uint32(b[:4])
	switch {
	case head == 0x0064ff9b && binary.BigEndian.Uint64(b[4:12]) == 0: // 64:ff9b::/96, NAT64
		return public4(b[12:])
	case head>>16 == 0x2002: // 2002::/16, 6to4
		return public4(b[2:6])
	case head>>29 != 0b001: // all but 2000::/3
		return false
	case head>>9 == 0x20010000>>9: // 2001::/23, Teredo and other assignments
		return false
	case head == 0x20010db8, head>>12 == 0x3fff0000>>12: // documentation
		return false
	}
	return true
}

func public4(b []byte) bool {
	n := binary.BigEndian.Uint32(b)
	for _, block := range reserved4 {
		if n>>(32-block.bits) == block.base>>(32-block.bits) {
			return false
		}
	}
	return true
}

// blockedPorts are the ports that Fetch never connects to, ascending.
var blockedPorts = [...]uint16{
	0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
	110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
	532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
	5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
}
