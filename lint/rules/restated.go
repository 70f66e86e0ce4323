package rules

import "github.com/wield-run/wield/lint"

// Restated gives the findings of validate that a rule reports again by its own
// code; lint.Merge drops them.
func Restated() []lint.Restated {
	return []lint.Restated{
		{Rule: "S1/form", Validate: "F4"},
		{Rule: "S1/list", Validate: "F4"},
		{Rule: "S1/list", Validate: "F14"},
		{Rule: "S2/head", Validate: "F11"},
		{Rule: "S2/page", Validate: "R8"},
		{Rule: "S3/method", Validate: "F3"},
		{Rule: "S3/method", Validate: "F4"},
		{Rule: "S3/one-flag", Validate: "F9"},
		{Rule: "S3/effect", Validate: "F9"},
		{Rule: "S3/confirm", Validate: "F9"},
		{Rule: "S3/confirm", Name: "missing-confirm", Validate: "F1", ValidateName: "missing-confirm"},
		{Rule: "S3/confirm", Name: "empty-confirm", Validate: "F1"},
		{Rule: "S3/body", Validate: "F9"},
		{Rule: "S3/login-check", Validate: "F2"},
		{Rule: "S5/order", Validate: "R3"},
		{Rule: "S8/output", Validate: "R1"},
		{Rule: "S8/alias", Validate: "F5"},
		{Rule: "S8/alias", Validate: "F14"},
	}
}
